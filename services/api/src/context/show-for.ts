import { type Placed, showFor as shownBy } from '@slipway/wire';
import type { Deps } from './deps.ts';

/** What is needed to render something that refers to these ids: at most one statement. */
export const showFor = (
  { database, config: { typePrefix } }: Pick<Deps, 'database' | 'config'>,
  ids: readonly string[],
): Promise<Placed> => shownBy({ database, typePrefix }, ids);
