import { z } from 'zod';
import { httpBody } from './effect.ts';

const text = z.string();
/** Not checked: the value comes from `JSON.parse`, so it is valid JSON. */
const json = z.custom<z.core.util.JSONType>((value) => value !== undefined);
/** zero-based; null: the end */
const position = z.number().int().nullable();

/** the last segments of the ids of copies, by those of their originals */
const madeIds = z.record(text, text).optional();

/**
 * The conversion of a method argument to a member of an action: the id of an object or an id itself, a text, or the
 * text of a comment.
 */
type ArgumentKind = 'id' | 'text' | 'comment';
const argumentKinds = z.registry<{ readonly kind: ArgumentKind }>();
const id = z.string().register(argumentKinds, { kind: 'id' });
const textArgument = z.string().register(argumentKinds, { kind: 'text' });
const comment = z.string().nullable().register(argumentKinds, { kind: 'comment' });

/** The methods of scripts that only record an action, with their arguments in the order of its members. */
const methods = z.registry<{ readonly api: string; readonly names: readonly string[] }>();

const onTask = <const T extends string>(does: T, ...otherNames: readonly string[]) =>
  z
    .object({ does: z.literal(does), taskId: id, comment })
    .register(methods, { api: 'taskApi', names: [does, ...otherNames] });

/** A file of a script; `contentType` null: undeclared. */
const file = { name: text, contentType: text.nullable(), content: httpBody };

/**
 * The actions of a script, in order, with ids as in the script. They are applied after the end of the script. A failed
 * script has no actions.
 */
export const scriptAction = z.discriminatedUnion('does', [
  onTask('completeTask'),
  onTask('failTask'),
  onTask('skipTask'),
  onTask('retryTask'),
  onTask('reopenTask'),
  onTask('startTaskNow', 'startPlannedTask'),
  onTask('abortTask'),
  onTask('commentTask'),
  z.object({ does: z.literal('assignTask'), taskId: text, username: text }),
  /** `task` is the body of the REST request */
  z.object({ does: z.literal('addTask'), containerId: text, task: json, position }),
  z.object({ does: z.literal('updateTask'), taskId: text, task: json }),
  z.object({ does: z.literal('deleteTask'), taskId: text }),
  z.object({ does: z.literal('copyTask'), taskId: text, containerId: text, position, madeIds }),
  z.object({ does: z.literal('moveTask'), taskId: text, containerId: text, position }),
  z
    .object({ does: z.literal('changeTaskType'), taskId: id, targetType: textArgument })
    .register(methods, { api: 'taskApi', names: ['changeTaskType'] }),
  z.object({ does: z.literal('addCondition'), taskId: text, condition: json }),
  z.object({ does: z.literal('updateCondition'), conditionId: text, condition: json }),
  z
    .object({ does: z.literal('deleteCondition'), conditionId: id })
    .register(methods, { api: 'taskApi', names: ['deleteCondition'] }),
  z.object({ does: z.literal('addDependency'), taskId: text, target: text }),
  z
    .object({ does: z.literal('deleteDependency'), dependencyId: id })
    .register(methods, { api: 'taskApi', names: ['deleteDependency'] }),
  z.object({ does: z.literal('addPhase'), releaseId: text, phase: json, position }),
  z.object({ does: z.literal('updatePhase'), phaseId: text, phase: json }),
  z.object({ does: z.literal('copyPhase'), phaseId: text, position: z.number().int(), madeIds }),
  z.object({ does: z.literal('movePhase'), phaseId: text, position: z.number().int() }),
  z.object({ does: z.literal('deletePhase'), phaseId: text }),
  z.object({ does: z.literal('deleteVariable'), variableId: text }),
  z.object({ does: z.literal('updateVariable'), variableId: text, variable: json }),
  z.object({ does: z.literal('createVariable'), releaseId: text, variable: json }),
  /** a write to `releaseVariables`, `globalVariables` or `folderVariables`; `key` is the key in the dict */
  z.object({ does: z.literal('setVariable'), key: text, value: json }),
  /** The status line of the task after the end of the script. */
  z.object({ does: z.literal('setStatusLine'), text }),
  z.object({ does: z.literal('updateRelease'), releaseId: text, release: json }),
  z
    .object({ does: z.literal('startRelease'), releaseId: id })
    .register(methods, { api: 'releaseApi', names: ['start'] }),
  z
    .object({ does: z.literal('resumeRelease'), releaseId: id })
    .register(methods, { api: 'releaseApi', names: ['resume'] }),
  z
    .object({ does: z.literal('abortRelease'), releaseId: id, comment })
    .register(methods, { api: 'releaseApi', names: ['abort'] }),
  /**
   * creates a release, and optionally starts it immediately; `order` is the body of the REST request,
   * `madeId` the id
   */
  z.object({ does: z.literal('startTemplate'), templateId: text, order: json, madeId: text.optional() }),
  z.object({ does: z.literal('createRelease'), templateId: text, order: json, madeId: text.optional() }),
  /** in the root folder by default */
  z.object({ does: z.literal('createTemplate'), folderId: text.nullable(), template: json }),
  z.object({ does: z.literal('moveTemplate'), folderId: text, templateId: text, mergePermissions: z.boolean() }),
  z.object({ does: z.literal('addConfiguration'), configuration: json }),
  z.object({ does: z.literal('updateConfiguration'), configurationId: text, configuration: json }),
  z.object({ does: z.literal('deleteConfiguration'), configurationId: text }),
  z.object({ does: z.literal('addFolder'), folderId: text, folder: json }),
  z
    .object({ does: z.literal('renameFolder'), folderId: id, title: textArgument })
    .register(methods, { api: 'folderApi', names: ['rename'] }),
  z
    .object({ does: z.literal('moveFolder'), folderId: id, parentId: id })
    .register(methods, { api: 'folderApi', names: ['move'] }),
  z
    .object({ does: z.literal('deleteFolder'), folderId: id })
    .register(methods, { api: 'folderApi', names: ['delete'] }),
  /** a global variable, or a variable of a folder */
  z.object({ does: z.literal('addSharedVariable'), folderId: text.nullable(), variable: json }),
  z.object({ does: z.literal('updateSharedVariable'), variableId: text, variable: json }),
  z.object({ does: z.literal('deleteSharedVariable'), variableId: text }),
  /** a planned or finished release */
  z.object({ does: z.literal('deleteRelease'), releaseId: text }),
  z.object({ does: z.literal('deleteTemplate'), templateId: text }),
  z.object({ does: z.literal('attachToTask'), taskId: text, ...file }),
  z.object({ does: z.literal('detachFromTask'), taskId: text, attachmentId: text }),
  /** attaches to a release or template */
  z.object({ does: z.literal('attachToRelease'), releaseId: text, ...file }),
  z.object({ does: z.literal('detachFromRelease'), releaseId: text, attachmentId: text }),
  z.object({ does: z.literal('createRiskProfile'), profile: json }),
  z.object({ does: z.literal('updateRiskProfile'), riskProfileId: text, profile: json }),
  z
    .object({ does: z.literal('copyRiskProfile'), riskProfileId: id })
    .register(methods, { api: 'riskApi', names: ['copyRiskProfile'] }),
  z.object({ does: z.literal('deleteRiskProfile'), riskProfileId: text }),
  z.object({ does: z.literal('updateRiskThresholds'), thresholds: json }),
  /** users are created and updated without a password; a password is rejected */
  z.object({ does: z.literal('createUser'), username: text, user: json }),
  z.object({ does: z.literal('updateUser'), username: text, user: json }),
  z.object({ does: z.literal('updateUsers'), users: json }),
  z.object({ does: z.literal('deleteUser'), username: text }),
  z.object({ does: z.literal('createRole'), roleName: text, role: json }),
  z.object({ does: z.literal('createRoles'), roles: json }),
  z.object({ does: z.literal('updateRole'), roleName: text, role: json }),
  z.object({ does: z.literal('updateRoles'), roles: json }),
  z.object({ does: z.literal('renameRole'), roleName: text, newName: text }),
  z.object({ does: z.literal('deleteRole'), roleName: text }),
]);
export type ScriptAction = z.output<typeof scriptAction>;

/** A method of scripts that only records an action. */
interface RecordingMethod {
  readonly api: string;
  readonly names: readonly string[];
  readonly does: string;
  /** its arguments in order: the member of the action, and the conversion */
  readonly members: readonly (readonly [name: string, kind: ArgumentKind])[];
}

/** The methods whose actions are registered for them above; plan-actions.js and others define the other methods. */
export const recordingMethods: readonly RecordingMethod[] = scriptAction.options.flatMap((action) => {
  const method = methods.get(action);
  if (method === undefined) return [];
  const members = Object.entries(action.shape).flatMap(([name, member]): [string, ArgumentKind][] => {
    const argument = argumentKinds.get(member);
    return argument === undefined ? [] : [[name, argument.kind]];
  });
  return [{ ...method, does: action.shape.does.value, members }];
});
