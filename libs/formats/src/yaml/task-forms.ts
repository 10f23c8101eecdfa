import { gateType, parallelGroupType, requestsValues, taskTypeNamed } from '@slipway/domain/model';
import type { Defaults } from './defaults.ts';
import { ownTypeName } from './type-names.ts';

/** What tasks of a type have besides what all have, that documents write in their own way. */
export type TaskForm = 'gate' | 'linked' | 'asking' | 'creating' | 'plain';

/** The form of a task by its type, ours as `rel.Name`. */
export function formOf(type: string): TaskForm {
  const name = ownTypeName(type);
  if (name === null) return 'plain';
  if (name === gateType) return 'gate';
  if (name === parallelGroupType) return 'linked';
  if (requestsValues(name)) return 'asking';
  return taskTypeNamed(name)?.own?.creation === undefined ? 'plain' : 'creating';
}

const defaults: Readonly<Record<TaskForm, Defaults>> = {
  gate: { conditions: [], dependencies: [], approvalRequirements: [] },
  linked: { links: [] },
  asking: { variables: [] },
  creating: {
    newReleaseTitle: '',
    template: null,
    folder: null,
    startRelease: true,
    releaseTags: [],
    templateVariables: [],
  },
  plain: {},
};

export const ownDefaults = (type: string): Defaults => defaults[formOf(type)];
