import { message } from '../messages/message.ts';
import type { VariableDraft } from '../model/draft.ts';
import { Invalid } from '../model/errors.ts';
import { bareKey } from '../model/placeholders.ts';
import type { Variable } from '../model/variable.ts';
import { newVariable } from './build-variable.ts';

/**
 * Global variables apply to all releases. Folder variables apply to a folder and its subfolders (rest-operations.md,
 * Variables).
 */
export type VariableScope = 'global' | 'folder';

/** Returns a new global or folder variable. Its key must begin with `global.` or `folder.`. Throws Invalid. */
export function sharedVariable(draft: VariableDraft, scope: VariableScope, newId: () => string): Variable {
  const key = bareKey(draft.key);
  if (!key.startsWith(`${scope}.`) || key.length === scope.length + 1) {
    throw new Invalid(message(scope === 'global' ? 'variable.notGlobal' : 'variable.notFolder', { key }));
  }
  return newVariable(draft, newId);
}
