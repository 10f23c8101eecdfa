import { Conflict, Forbidden, Invalid, manualType, NotFound } from '@slipway/domain/model';
import { neededForCommand } from '@slipway/domain/people';
import { type Person, systemCaller } from '@slipway/engine';
import { isUntouchedPlaceholder, unknownTypeOf } from '@slipway/formats';
import { findPlaceholders } from '@slipway/persistence/plugins';
import type { ResourceContext } from '../model/context.ts';
import { asClientJson, type CommandForType, commandForType } from './change-type.ts';
import { getTask } from './find.ts';
import { renderTask } from './render.ts';

type Context = Pick<ResourceContext, 'database' | 'engine' | 'plugins' | 'seal' | 'typePrefix' | 'calendar'>;

/** Placeholders that one statement reads. */
const pageSize = 500;

/**
 * Makes placeholders of these types tasks of the types, in templates and where the flow has not reached them. A user's
 * change of the flag means that the task stays manual. Returns how many were bound.
 */
export async function bindTypes(context: Context, types: readonly string[]): Promise<number> {
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
async function tryBind(context: Context, taskId: string): Promise<boolean> {
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
export async function bindBeforeRetry(context: Context, caller: Person, rawId: string): Promise<void> {
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
async function bindingOf(context: Context, caller: Person, rawId: string): Promise<Binding | null> {
  const view = await getTask(context.database, caller, rawId, neededForCommand.retryTask);
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
