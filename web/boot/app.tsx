import { start } from '#web/main.tsx';

// The entry of the application's shell: every address that is no public page.
const container = document.getElementById('root');
if (container) start(container);
