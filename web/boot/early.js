// Runs before the first paint, inline, allowed by its hash: small, and in a syntax that needs no build.
// The colour scheme that was chosen, the accent of who is signed in, and no native sending of forms.
{
  const root = document.documentElement;
  try {
    // A logout whose call failed: this tab takes nobody for signed in, whatever the cookie says.
    if (sessionStorage.getItem('firstbell-session-ended') !== null) root.dataset.session = 'none';
    const theme = localStorage.getItem('firstbell-theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
  } catch {
    // Storage may be forbidden: the device's scheme holds.
  }
  const session = root.dataset.session;
  if (session && session !== 'unknown' && session !== 'none') {
    if (root.dataset.page) location.replace(`/dashboard/${session}`);
    else root.dataset.role = session.replaceAll('-', '_');
  }
  // A form sent before the application runs would leave the page, its fields in the address. It is sent later.
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
