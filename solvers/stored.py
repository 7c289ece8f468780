"""What a sample brings back, in its store: written field by field as plain JSON, read and checked once."""

from typing import Any, Self

from inspect_ai.solver import TaskState
from inspect_ai.util import Store
from pydantic import BaseModel, ConfigDict, PrivateAttr


class Stored(BaseModel):
    """Base of all that samples bring back: what is assigned to a field stands in the sample's store at once.

    Inspect's ``StoreModel`` keeps the same keys, but reads and checks everything again at each access, which cost more
    than reading the replies did. Assign a new value to change a field: a list altered in place is not seen.
    """

    model_config = ConfigDict(validate_assignment=True)

    _store: Store | None = PrivateAttr(default=None)

    @classmethod
    def of(cls, state: TaskState) -> Self:
        """Return what a sample has stored so far; defaults for the rest.

        Raises:
            ValidationError: the store holds something else under a key of this class.
        """
        keys = {name: f"{cls.__name__}:{name}" for name in cls.model_fields}
        stored = cls.model_validate({name: state.store.get(key) for name, key in keys.items() if key in state.store})
        stored._store = state.store
        return stored

    def __setattr__(self, name: str, value: Any) -> None:
        """Set a field, in the store as well."""
        super().__setattr__(name, value)
        if self._store is not None and name in type(self).model_fields:
            plain = self.model_dump(mode="json", include={name}, exclude_none=True)
            self._store.set(f"{type(self).__name__}:{name}", plain.get(name))
