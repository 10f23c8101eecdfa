import type { FolderResponse } from '@slipway/api-schema/folders';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { lastSegment } from '../../navigation/ids.ts';

/** The owner of variables: a release, a template, a folder, or the installation. */
export interface VariableOwner {
  /**
   * The start of each key; empty for a release or template. REST has no references for variables of folders and global
   * ones, and they are not on a start form.
   */
  readonly keyPrefix: '' | 'folder.' | 'global.';
  /** The path of the request that creates a variable. */
  readonly collectionPath: string;
  /** Returns the path of requests for a variable. */
  readonly pathOf: (id: string) => string;
  /** The prefix of built-in types on this server. */
  readonly prefix: string;
  /** Reloads the owner. */
  readonly refresh: () => Promise<void>;
}

/** The path of the requests that list and create global variables. */
export const globalVariablesPath = '/config/Configuration/variables/global';

const prefixOf = (type: string): string => type.slice(0, type.lastIndexOf('.'));

/** Returns the variable owner for a release or template. */
export function planOwner(
  { id, type, status }: Pick<ReleaseResponse, 'id' | 'type' | 'status'>,
  refresh: () => Promise<void>,
): VariableOwner {
  const basePath = status === 'TEMPLATE' ? '/templates' : '/releases';
  return {
    keyPrefix: '',
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
    keyPrefix: 'folder.',
    collectionPath: `${collectionPath}/variables`,
    pathOf: (variable) => `${collectionPath}/${lastSegment(variable)}`,
    prefix: prefixOf(type),
    refresh,
  };
}

/** Returns the variable owner for global variables. */
export const globalOwner = (refresh: () => Promise<void>): VariableOwner => ({
  keyPrefix: 'global.',
  collectionPath: globalVariablesPath,
  pathOf: (variable) => `/config/${lastSegment(variable)}`,
  // Each server accepts this prefix.
  prefix: 'rel',
  refresh,
});
