"""From a reply to a grade: one code path for all channels."""

from mirror_inspect.grading.grade import Grade, grade, grade_response
from mirror_inspect.grading.infer import infer_answer_spec

__all__ = ["Grade", "grade", "grade_response", "infer_answer_spec"]
