import { render } from 'preact';
import { meet, watchSession } from './data/session.ts';
import { App } from './frame/app.tsx';
import { fetchView } from './frame/shown.tsx';
import { startLive } from './live/browser.ts';
import { startKeys } from './place/keys.ts';
import { startRouter } from './place/router.ts';
import { startTheme } from './place/theme.ts';

startTheme();
startRouter();
startKeys();
watchSession();
startLive();
void meet();
fetchView();
const root = document.getElementById('board');
if (root) render(<App />, root);
