import { announced } from '../place/announce.ts';

/** Where changes are told to who does not see them. */
export const Announcer = () => (
  <p class="unseen" role="status" aria-live="polite">
    {announced}
  </p>
);
