import { announcement } from '../place/announce.ts';

/** The ARIA live region. */
export const Announcer = () => (
  <p class="unseen" role="status" aria-live="polite">
    {announcement}
  </p>
);
