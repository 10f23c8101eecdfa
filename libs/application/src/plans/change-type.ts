import { parseAs } from '@slipway/api-schema/as-code';
import { json, readType } from '@slipway/api-schema/format';
import { taskBody, taskDraft } from '@slipway/api-schema/plans';
import { type Command, neededForCommand } from '@slipway/domain/commands';
import { message } from '@slipway/domain/messages';
import {
  asJson,
  Conflict,
  Forbidden,
  Invalid,
  isObject,
  manualType,
  NotFound,
  pluginScriptType,
  taskTypeNamed,
} from '@slipway/domain/model';
import { type Person, systemCaller } from '@slipway/engine';
import { isUntouchedPlaceholder, type Members, unknownTypeOf, withTypeRestored } from '@slipway/formats';
import { findPlaceholders } from '@slipway/persistence/plugins';
import { isTaskBase, isTaskRoot, productTypes } from '@slipway/plugins';
import type { ResourceContext } from '../model/context.ts';
import { dispatchToPart } from './dispatch.ts';
import { getTask } from './find.ts';
import { parseOptionsFor } from './parse-options.ts';
import { renderTask } from './render.ts';

/** A task, and the type that it is to have. */
interface TypeChange {
  readonly taskId: string;
  /** the task as it is answered; null: it is not there, or the caller may not see it */
  readonly answer: object | null;
  /** with any prefix of ours */
  readonly rawType: string;
}

type CommandForType = Extract<Command, { type: 'changeTaskType' | 'changePlan' }>;
type Context = Pick<ResourceContext, 'plugins' | 'seal' | 'typePrefix'>;

/**
 * Returns the command that changes the type of a task. The type of a plugin's script results in a task of ours that runs
 * it, installed or not. A task whose type was unknown gets back its properties with that type. Throws Invalid.
 */
export async function commandForType(
  context: Context,
  { taskId, answer, rawType }: TypeChange,
): Promise<CommandForType> {
  const targetType = readType(rawType, context.typePrefix);
  const task = answer === null ? {} : asClientJson(answer);
  if (unknownTypeOf(task)?.includes(targetType) !== true) {
    return { type: 'changeTaskType', taskId, ...(await typesFor(context, targetType)) };
  }
  const body = parseAs(taskBody, withTypeRestored(task), message('part.task', { title: taskId }));
  const draft = taskDraft(body, await parseOptionsFor(context));
  const { type = targetType, properties, variableMapping, flagStatus, flagComment = null } = draft;
  const patch = { properties, variableMapping, flagStatus, flagComment };
  const edits = [
    { type: 'changeTaskType', taskId, targetType: type },
    { type: 'updateTask', taskId, patch },
  ] as const;
  return { type: 'changePlan', edits };
}

/** The type of a task by the name that a client gives, and the script that it runs. Throws Invalid for no type of tasks. */
async function typesFor({ plugins }: Context, name: string): Promise<{ targetType: string; scriptType?: string }> {
  if (!name.includes('.') || taskTypeNamed(name) !== undefined) return { targetType: name };
  const installed = (await plugins.current()).get(name);
  const isOtherType =
    installed === undefined ? productTypes.has(name) : installed.virtual || !isTaskBase(installed.root);
  if (isOtherType) {
    throw new Invalid(message('task.notAType', { type: name }));
  }
  const runsElsewhere = installed !== undefined && !isTaskRoot(installed.root);
  return runsElsewhere ? { targetType: name } : { targetType: pluginScriptType, scriptType: name };
}

/** Changes the type of a task; returns its last segment. Throws what the commands throw, and NotFound. */
export async function changeTaskType(
  context: ResourceContext,
  caller: Person,
  rawId: string,
  rawType: string,
): Promise<string> {
  const view = await getTask(context.database, caller, rawId, neededForCommand('changeTaskType')).catch(
    (error: unknown) => {
      // The command reports the reason.
      if (error instanceof NotFound || error instanceof Forbidden) return null;
      throw error;
    },
  );
  const answer = view && (await renderTask(context, view, caller)).answer;
  const typeCommand = await commandForType(context, { taskId: view?.task.id ?? '', answer, rawType });
  if (typeCommand.type === 'changePlan') {
    if (view === null) throw new NotFound(message('notFound.task', { id: rawId }));
    await context.engine.dispatch(view.releaseId, { kind: 'command', caller, command: typeCommand });
    return view.task.id;
  }
  const command = (taskId: string): Command => ({ ...typeCommand, taskId });
  return (await dispatchToPart(context, { caller, kind: 'Task', rawId, command })).id;
}

/** An answer as its client reads it. */
function asClientJson(answer: object): Members {
  const parsed = json.parse(asJson(answer));
  return isObject(parsed) ? parsed : {};
}

type BindContext = Pick<ResourceContext, 'database' | 'engine' | 'plugins' | 'seal' | 'typePrefix' | 'calendar'>;

/** Placeholders that one statement reads. */
const pageSize = 500;

/**
 * Makes placeholders of these types tasks of the types, in templates and where the flow has not reached them. A user's
 * change of the flag means that the task stays manual. Returns how many were bound.
 */
export async function bindTypes(context: BindContext, types: readonly string[]): Promise<number> {
  let bound = 0;
  let after = '';
  for (;;) {
    const page = await findPlaceholders(context.database, types, after, pageSize);
    for (const { taskId } of page) if (await tryBind(context, taskId)) bound += 1;
    after = page.at(-1)?.taskId ?? '';
    if (page.length < pageSize) return bound;
  }
}

/** Whether the task could be bound. A task that was changed, started or locked in between stays as it is. */
async function tryBind(context: BindContext, taskId: string): Promise<boolean> {
  try {
    const binding = await bindingOf(context, systemCaller, taskId);
    if (binding === null) return false;
    const { releaseId, command } = binding;
    await context.engine.dispatch(releaseId, { kind: 'command', caller: systemCaller, command });
    return true;
  } catch (error) {
    if ([Conflict, Forbidden, Invalid, NotFound].some((kind) => error instanceof kind)) return false;
    throw error;
  }
}

/**
 * Makes a failed placeholder a task of its type if a plugin has this type by now: its retry runs the plugin's script.
 * Does nothing for any other task; the retry itself reports why it is refused.
 */
export async function bindBeforeRetry(context: BindContext, caller: Person, rawId: string): Promise<void> {
  try {
    const binding = await bindingOf(context, caller, rawId);
    if (binding?.status !== 'FAILED') return;
    const edits = binding.command.edits.map((edit) =>
      edit.type === 'changeTaskType' ? ({ ...edit, beforeRetry: true } as const) : edit,
    );
    const command = { type: 'changePlan', edits } as const;
    await context.engine.dispatch(binding.releaseId, { kind: 'command', caller: systemCaller, command });
  } catch (error) {
    if (![Conflict, Forbidden, Invalid, NotFound].some((kind) => error instanceof kind)) throw error;
  }
}

interface Binding {
  readonly releaseId: string;
  readonly status: string;
  readonly command: Extract<CommandForType, { type: 'changePlan' }>;
}

/** The command that binds a placeholder; null for another task, a task that a user has changed, or an unknown type. */
async function bindingOf(context: BindContext, caller: Person, rawId: string): Promise<Binding | null> {
  const view = await getTask(context.database, caller, rawId, neededForCommand('retryTask'));
  if (view.task.definition.type !== manualType) return null;
  // the definition: a task that has started shows the values that replaced its placeholders then
  const taskAsDefined = { ...view.task, run: { ...view.task.run, values: null, mapped: null } };
  const { answer } = await renderTask(context, { ...view, task: taskAsDefined }, caller);
  const task = asClientJson(answer);
  const type = unknownTypeOf(task)?.[1];
  if (type === undefined || !isUntouchedPlaceholder(task)) return null;
  if (!(await context.plugins.current()).has(type)) return null;
  const command = await commandForType(context, { taskId: view.task.id, answer, rawType: type });
  return command.type === 'changePlan' ? { releaseId: view.releaseId, status: view.task.run.status, command } : null;
}
