// Light or dark before anything is painted: as the person chose in this browser, else as the system says.
try {
  const chosen = localStorage.getItem('sleuth-theme');
  if (chosen) document.documentElement.dataset.theme = chosen;
} catch { /* a browser that keeps nothing */ }
