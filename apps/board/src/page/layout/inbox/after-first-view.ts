import { startFullNames } from '../../api/load-full-names.ts';
import { startInbox } from './watch-inbox.ts';

/** Starts what the first view does not need: full names of users, and the number of unread notifications. */
export function startAfterFirstView(): void {
  startFullNames();
  startInbox();
}
