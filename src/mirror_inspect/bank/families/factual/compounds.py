"""Common chemical compounds: formula, name, and how many atoms of each element, typed apart from the formula."""

from typing import Final, NamedTuple


class Compound(NamedTuple):
    """A compound: formula as printed, English name, atoms per formula unit."""

    formula: str
    name: str
    atoms: dict[str, int]


COMPOUNDS: Final = {
    "binary": (
        Compound("NaCl", "sodium chloride", {"Na": 1, "Cl": 1}),
        Compound("KBr", "potassium bromide", {"K": 1, "Br": 1}),
        Compound("MgO", "magnesium oxide", {"Mg": 1, "O": 1}),
        Compound("CaCl2", "calcium chloride", {"Ca": 1, "Cl": 2}),
        Compound("Fe2O3", "iron(III) oxide", {"Fe": 2, "O": 3}),
        Compound("Al2O3", "aluminium oxide", {"Al": 2, "O": 3}),
        Compound("CO2", "carbon dioxide", {"C": 1, "O": 2}),
        Compound("NH3", "ammonia", {"N": 1, "H": 3}),
        Compound("SO3", "sulfur trioxide", {"S": 1, "O": 3}),
        Compound("ZnS", "zinc sulfide", {"Zn": 1, "S": 1}),
        Compound("KI", "potassium iodide", {"K": 1, "I": 1}),
        Compound("CuO", "copper(II) oxide", {"Cu": 1, "O": 1}),
        Compound("LiF", "lithium fluoride", {"Li": 1, "F": 1}),
        Compound("AgCl", "silver chloride", {"Ag": 1, "Cl": 1}),
        Compound("PCl5", "phosphorus pentachloride", {"P": 1, "Cl": 5}),
        Compound("MnO2", "manganese dioxide", {"Mn": 1, "O": 2}),
        Compound("TiO2", "titanium dioxide", {"Ti": 1, "O": 2}),
        Compound("C3H8", "propane", {"C": 3, "H": 8}),
        Compound("N2O4", "dinitrogen tetroxide", {"N": 2, "O": 4}),
        Compound("SnCl4", "tin(IV) chloride", {"Sn": 1, "Cl": 4}),
    ),
    "ternary": (
        Compound("CaCO3", "calcium carbonate", {"Ca": 1, "C": 1, "O": 3}),
        Compound("NaOH", "sodium hydroxide", {"Na": 1, "O": 1, "H": 1}),
        Compound("KNO3", "potassium nitrate", {"K": 1, "N": 1, "O": 3}),
        Compound("Na2CO3", "sodium carbonate", {"Na": 2, "C": 1, "O": 3}),
        Compound("H2SO4", "sulfuric acid", {"H": 2, "S": 1, "O": 4}),
        Compound("H3PO4", "phosphoric acid", {"H": 3, "P": 1, "O": 4}),
        Compound("KMnO4", "potassium permanganate", {"K": 1, "Mn": 1, "O": 4}),
        Compound("AgNO3", "silver nitrate", {"Ag": 1, "N": 1, "O": 3}),
        Compound("K2Cr2O7", "potassium dichromate", {"K": 2, "Cr": 2, "O": 7}),
        Compound("Na2SO4", "sodium sulfate", {"Na": 2, "S": 1, "O": 4}),
        Compound("BaSO4", "barium sulfate", {"Ba": 1, "S": 1, "O": 4}),
        Compound("KClO3", "potassium chlorate", {"K": 1, "Cl": 1, "O": 3}),
        Compound("C6H12O6", "glucose", {"C": 6, "H": 12, "O": 6}),
        Compound("C12H22O11", "sucrose", {"C": 12, "H": 22, "O": 11}),
        Compound("C2H5OH", "ethanol", {"C": 2, "H": 6, "O": 1}),
        Compound("CH3COOH", "acetic acid", {"C": 2, "H": 4, "O": 2}),
        Compound("Na3PO4", "sodium phosphate", {"Na": 3, "P": 1, "O": 4}),
        Compound("MgSO4", "magnesium sulfate", {"Mg": 1, "S": 1, "O": 4}),
        Compound("K2CrO4", "potassium chromate", {"K": 2, "Cr": 1, "O": 4}),
        Compound("Li2CO3", "lithium carbonate", {"Li": 2, "C": 1, "O": 3}),
    ),
    "bracketed": (
        Compound("Ca(OH)2", "calcium hydroxide", {"Ca": 1, "O": 2, "H": 2}),
        Compound("Al2(SO4)3", "aluminium sulfate", {"Al": 2, "S": 3, "O": 12}),
        Compound("Mg(NO3)2", "magnesium nitrate", {"Mg": 1, "N": 2, "O": 6}),
        Compound("Ca3(PO4)2", "calcium phosphate", {"Ca": 3, "P": 2, "O": 8}),
        Compound("(NH4)2SO4", "ammonium sulfate", {"N": 2, "H": 8, "S": 1, "O": 4}),
        Compound("Ba(OH)2", "barium hydroxide", {"Ba": 1, "O": 2, "H": 2}),
        Compound("Fe(NO3)3", "iron(III) nitrate", {"Fe": 1, "N": 3, "O": 9}),
        Compound("Cu(NO3)2", "copper(II) nitrate", {"Cu": 1, "N": 2, "O": 6}),
        Compound("Fe2(SO4)3", "iron(III) sulfate", {"Fe": 2, "S": 3, "O": 12}),
        Compound("Ca(HCO3)2", "calcium hydrogencarbonate", {"Ca": 1, "H": 2, "C": 2, "O": 6}),
        Compound("Al(OH)3", "aluminium hydroxide", {"Al": 1, "O": 3, "H": 3}),
        Compound("(NH4)2CO3", "ammonium carbonate", {"N": 2, "H": 8, "C": 1, "O": 3}),
        Compound("Pb(NO3)2", "lead(II) nitrate", {"Pb": 1, "N": 2, "O": 6}),
        Compound("(NH4)3PO4", "ammonium phosphate", {"N": 3, "H": 12, "P": 1, "O": 4}),
        Compound("Zn(OH)2", "zinc hydroxide", {"Zn": 1, "O": 2, "H": 2}),
        Compound("CO(NH2)2", "urea", {"C": 1, "O": 1, "N": 2, "H": 4}),
        Compound("Cr2(SO4)3", "chromium(III) sulfate", {"Cr": 2, "S": 3, "O": 12}),
        Compound("(NH4)2Cr2O7", "ammonium dichromate", {"N": 2, "H": 8, "Cr": 2, "O": 7}),
    ),
    "hydrate": (
        Compound("CuSO4·5H2O", "copper(II) sulfate pentahydrate", {"Cu": 1, "S": 1, "O": 9, "H": 10}),
        Compound("Na2CO3·10H2O", "sodium carbonate decahydrate", {"Na": 2, "C": 1, "O": 13, "H": 20}),
        Compound("MgSO4·7H2O", "magnesium sulfate heptahydrate", {"Mg": 1, "S": 1, "O": 11, "H": 14}),
        Compound("CaSO4·2H2O", "calcium sulfate dihydrate", {"Ca": 1, "S": 1, "O": 6, "H": 4}),
        Compound("FeSO4·7H2O", "iron(II) sulfate heptahydrate", {"Fe": 1, "S": 1, "O": 11, "H": 14}),
        Compound("CoCl2·6H2O", "cobalt(II) chloride hexahydrate", {"Co": 1, "Cl": 2, "O": 6, "H": 12}),
        Compound("BaCl2·2H2O", "barium chloride dihydrate", {"Ba": 1, "Cl": 2, "O": 2, "H": 4}),
        Compound("ZnSO4·7H2O", "zinc sulfate heptahydrate", {"Zn": 1, "S": 1, "O": 11, "H": 14}),
        Compound("CaCl2·6H2O", "calcium chloride hexahydrate", {"Ca": 1, "Cl": 2, "O": 6, "H": 12}),
        Compound("NiSO4·6H2O", "nickel(II) sulfate hexahydrate", {"Ni": 1, "S": 1, "O": 10, "H": 12}),
        Compound("Na2SO4·10H2O", "sodium sulfate decahydrate", {"Na": 2, "S": 1, "O": 14, "H": 20}),
        Compound("MnCl2·4H2O", "manganese(II) chloride tetrahydrate", {"Mn": 1, "Cl": 2, "O": 4, "H": 8}),
        Compound("AlCl3·6H2O", "aluminium chloride hexahydrate", {"Al": 1, "Cl": 3, "O": 6, "H": 12}),
        Compound("Na2S2O3·5H2O", "sodium thiosulfate pentahydrate", {"Na": 2, "S": 2, "O": 8, "H": 10}),
    ),
}
"""By how the formula is built."""
