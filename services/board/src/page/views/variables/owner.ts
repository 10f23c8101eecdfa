import type { FolderAnswer, ReleaseAnswer } from '@slipway/wire';
import { lastOf } from '../../place/ids.ts';

/** What has variables: a release, a template or a folder. */
export interface Owner {
  /** For those of a folder REST has no uses, and there is no start form */
  readonly isFolder: boolean;
  /** the path of the call that makes one */
  readonly at: string;
  /** the path of one of them, by its id */
  readonly pathOf: (id: string) => string;
  /** what this server has before the names of our types */
  readonly prefix: string;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
}

const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

/** A release or template as what has variables. */
export function ownerOf(
  { id, type, status }: Pick<ReleaseAnswer, 'id' | 'type' | 'status'>,
  refresh: () => Promise<void>,
): Owner {
  const of = status === 'TEMPLATE' ? '/templates' : '/releases';
  return {
    isFolder: false,
    at: `${of}/${lastOf(id)}/variables`,
    pathOf: (variable) => `${of}/${lastOf(variable)}`,
    prefix: prefixOf(type),
    refresh,
  };
}

/** A folder as what has variables. */
export function folderOwner({ id, type }: Pick<FolderAnswer, 'id' | 'type'>, refresh: () => Promise<void>): Owner {
  const at = `/folders/${lastOf(id)}`;
  return {
    isFolder: true,
    at: `${at}/variables`,
    pathOf: (variable) => `${at}/${lastOf(variable)}`,
    prefix: prefixOf(type),
    refresh,
  };
}
