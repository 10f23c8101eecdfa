import { z } from 'zod';

const addressMessage = 'expected the address of a view below the root, such as /releases?title=x';

/**
 * A path without empty segments, `.` and `..`, also where dots are escaped: by these an address ends anywhere, even at
 * another server.
 */
const addressForm = /^(?:\/|(?:\/(?!(?:\.|%2[eE]){1,2}(?:[/?#]|$))[^\s\\/?#]+)+)(?:[?#][^\s\\]*)?$/;

/** A name for an address of the page at the root, with the filters in it (this service's own). */
export const savedView = z
  .object({
    name: z
      .string({ error: 'expected a name' })
      .trim()
      .min(1, { error: 'expected a name' })
      .max(100, { error: 'expected at most 100 characters' }),
    address: z
      .string({ error: addressMessage })
      .max(2_000, { error: 'expected at most 2000 characters' })
      .regex(addressForm, { error: addressMessage }),
  })
  .meta({ id: 'SavedView' });

export type SavedView = z.output<typeof savedView>;
