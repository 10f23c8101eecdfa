import { z } from 'zod';

const said = 'expected the address of a view below the root, such as /releases?title=x';

/** A name for an address of the page at the root, with the filters in it (this service's own). */
export const savedView = z
  .object({
    name: z
      .string({ error: 'expected a name' })
      .trim()
      .min(1, { error: 'expected a name' })
      .max(100, { error: 'expected at most 100 characters' }),
    address: z
      .string({ error: said })
      .max(2_000, { error: 'expected at most 2000 characters' })
      .regex(/^\/(?![/\\])[^\s\\]*$/, { error: said }),
  })
  .meta({ id: 'SavedView' });

export type SavedView = z.output<typeof savedView>;
