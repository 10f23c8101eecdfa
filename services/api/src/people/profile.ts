import type { PlainRoute } from '../http/plain-route.ts';
import { jsonReply } from '../http/reply.ts';

/** Who is logged in: build servers ask for it to learn whether address and login are right, and read the status. */
export const profileRoute: PlainRoute = {
  method: 'GET',
  path: '/profile',
  answer: ({ caller }) => jsonReply({ username: caller?.username }),
};
