// Light or dark, as it was chosen before.
document.body.dataset.theme = localStorage.getItem("theme") || "auto";
