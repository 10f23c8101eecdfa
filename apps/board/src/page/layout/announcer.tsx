import { announcement } from '../navigation/announce.ts';

/** The ARIA live region. */
export const Announcer = () => (
  <p class="unseen" role="status" aria-live="polite">
    {announcement}
  </p>
);
