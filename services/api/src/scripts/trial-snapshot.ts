import { showType } from '@slipway/api-schema/format';
import { rootFolderId } from '@slipway/domain/ids';
import { asJson } from '@slipway/domain/model';
import { type TrialScript, trialRelease } from '@slipway/domain/scripts';
import type { Snapshot } from '@slipway/script-protocol';

/** The task whose script is tested. */
interface TrialTask {
  readonly type: string;
  readonly title: string;
}

type TrialVariables = TrialScript['variables'];

const isGlobal = (key: string): boolean => key.startsWith('global.');
const isOfFolder = (key: string): boolean => key.startsWith('folder.');

/**
 * Returns a release with one task, which is not stored. Scripts can read their task, their release, and the variables
 * that the caller has typed.
 */
export function trialSnapshot({ type, title }: TrialTask, prefix: string, variables: TrialVariables = []): Snapshot {
  const id = `${rootFolderId}/${trialRelease.id}`;
  const commonFields = { status: 'IN_PROGRESS', comments: [], tags: [] };
  const task = { id: `${id}/Phase1/Task1`, type, title, ...commonFields, tasks: [] };
  const phase = { id: `${id}/Phase1`, type: `${prefix}.Phase`, title: 'Trial', status: 'IN_PROGRESS', tasks: [task] };
  const show = (parent: string, isIncluded: (key: string) => boolean): Snapshot['releaseVariables'] =>
    variables
      .filter(({ variable }) => isIncluded(variable.key))
      .map(({ variable, value }) => ({
        id: `${parent}/${variable.id}`,
        key: variable.key,
        type: showType(variable.type, prefix),
        requiresValue: variable.requiresValue,
        value: asJson(value),
      }));
  return {
    release: {
      ...{ id, type: `${prefix}.Release`, title: trialRelease.title, ...commonFields },
      phases: [phase],
      variables: [],
    },
    phaseId: phase.id,
    taskId: task.id,
    folder: { id: rootFolderId, title: rootFolderId },
    releaseVariables: show(id, (key) => !isGlobal(key) && !isOfFolder(key)),
    globalVariables: show('Configuration/variables/global', isGlobal),
    folderVariables: show(rootFolderId, isOfFolder),
  };
}
