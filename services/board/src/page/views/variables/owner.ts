import type { ReleaseAnswer } from '@slipway/wire';
import { lastOf } from '../../place/ids.ts';

/** What has variables: a release or a template. */
export interface Owner {
  /** the path of the calls for its variables */
  readonly at: '/releases' | '/templates';
  /** the last segment of its id */
  readonly id: string;
  /** what this server has before the names of our types */
  readonly prefix: string;
  /** shows what is there now */
  readonly refresh: () => Promise<void>;
}

/** A release or template as what has variables. */
export const ownerOf = (
  { id, type, status }: Pick<ReleaseAnswer, 'id' | 'type' | 'status'>,
  refresh: () => Promise<void>,
): Owner => ({
  at: status === 'TEMPLATE' ? '/templates' : '/releases',
  id: lastOf(id),
  prefix: type.slice(0, type.lastIndexOf('.')),
  refresh,
});
