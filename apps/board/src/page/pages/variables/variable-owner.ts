import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** The owner of variables: a release, a template or a folder. */
export interface VariableOwner {
  /** Whether the owner is a folder. REST has no references for variables of folders, and folders have no start form. */
  readonly isFolder: boolean;
  /** The path of the request that creates a variable. */
  readonly collectionPath: string;
  /** Returns the path of requests for a variable. */
  readonly pathOf: (id: string) => string;
  /** The prefix of built-in types on this server. */
  readonly prefix: string;
  /** Reloads the owner. */
  readonly refresh: () => Promise<void>;
}

const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

/** Returns the variable owner for a release or template. */
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

/** Returns the variable owner for a folder. */
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
