// Runs inline before the first paint, allowed by its hash, so it is small and needs no build. Sets the chosen color
// scheme and the accent of the signed-in role, and prevents native form submission.
{
  const root = document.documentElement;
  try {
    // After a logout whose call failed, this tab treats the visitor as signed out, even if the cookie still exists.
    if (sessionStorage.getItem('firstbell-session-ended') !== null) root.dataset.session = 'none';
    const theme = localStorage.getItem('firstbell-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage may be disabled. Then the device's color scheme applies.
  }
  const session = root.dataset.session;
  if (session && session !== 'unknown' && session !== 'none') {
    if (root.dataset.page) location.replace(`/dashboard/${session}`);
    else root.dataset.role = session.replaceAll('-', '_');
  }
  // Submitting a form before the app runs would leave the page with the fields in the address. It is submitted later.
  document.addEventListener(
    'submit',
    (event) => {
      if (root.dataset.alive === undefined) {
        event.preventDefault();
        root.dataset.submitted = '';
      }
    },
    true,
  );
}
