"""The HTML report: one page that holds all it needs, fetches nothing and runs nothing but its own filter."""

from release_check.report.html.page import html_page

__all__ = ["html_page"]
