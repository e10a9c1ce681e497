"""What several pages of one site have in common."""

from maintext.sites.learned_site import Site, learn_site

__all__ = ["Site", "learn_site"]
