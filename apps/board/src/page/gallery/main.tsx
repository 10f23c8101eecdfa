// The gallery of the components. `npm run dev` serves it at /gallery; the product does not contain it.
import { render } from 'preact';
import { startIgnoringDoubleClicks } from '../navigation/ignore-double-clicks.ts';
import { startFakeServer } from './fake-server.ts';
import { Gallery } from './gallery.tsx';
import { startSettings } from './settings.ts';
import { enableShownStates } from './shown-states.ts';

startFakeServer();
startIgnoringDoubleClicks();
enableShownStates();
startSettings();
// A link to a view leads nowhere here.
document.addEventListener('click', (event) => {
  if (event.target instanceof Element && event.target.closest('a[data-view]') !== null) event.preventDefault();
});
const root = document.getElementById('gallery');
if (root) render(<Gallery />, root);
