import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** The owner of variables: a release, a template or a folder. */
export interface VariableOwner {
  /** For those of a folder REST has no uses, and there is no start form */
  readonly isFolder: boolean;
  /** the path of the call that makes one */
  readonly collectionPath: string;
  /** the path of one of them, by its id */
  readonly pathOf: (id: string) => string;
  /** what this server has before the names of our types */
  readonly prefix: string;
  /** Loads the present state */
  readonly refresh: () => Promise<void>;
}

const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

/** A release or template as what has variables. */
export function planOwner(
  { id, type, status }: Pick<ReleaseResponse, 'id' | 'type' | 'status'>,
  refresh: () => Promise<void>,
): VariableOwner {
  const basePath = status === 'TEMPLATE' ? '/templates' : '/releases';
  return {
    isFolder: false,
    collectionPath: `${basePath}/${lastSegment(id)}/variables`,
    pathOf: (variable) => `${basePath}/${lastSegment(variable)}`,
    prefix: prefixOf(type),
    refresh,
  };
}

/** A folder as what has variables. */
export function folderOwner(
  { id, type }: Pick<FolderResponse, 'id' | 'type'>,
  refresh: () => Promise<void>,
): VariableOwner {
  const collectionPath = `/folders/${lastSegment(id)}`;
  return {
    isFolder: true,
    collectionPath: `${collectionPath}/variables`,
    pathOf: (variable) => `${collectionPath}/${lastSegment(variable)}`,
    prefix: prefixOf(type),
    refresh,
  };
}
