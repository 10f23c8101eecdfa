import { clip, isObject, scriptText } from '@slipway/domain';
import { visibleVariables } from '@slipway/persistence';
import { isTaskRoot, type PluginType } from '@slipway/plugins';
import { languageOf, type ScriptRequest } from '@slipway/scripts';
import { Unrunnable } from '../context/cannot-run.ts';
import type { Scripting, TakenUp } from '../context/context.ts';

/** What is to be run, and the plugin's type that it is the script of. */
export interface Source extends Pick<ScriptRequest, 'language' | 'script' | 'packaged'> {
  readonly type: PluginType | null;
}

/** The type of a plugin that a task runs the script of: its own, or the one that its `pythonScript` names. */
const typeNameOf = ({ view, task }: TakenUp): string => {
  const own = view.rest.tasks.get(task.id)?.properties.pythonScript;
  return isObject(own) && typeof own.type === 'string' ? own.type : task.definition.type;
};

async function pluginTypeOf({ plugins }: Scripting, name: string): Promise<PluginType | undefined> {
  const type = (await plugins.current()).get(name);
  return type !== undefined && isTaskRoot(type.root) ? type : undefined;
}

/** The text that a task's run is about. Throws Unrunnable when there is none (any more). */
export async function sourceOf(scripting: Scripting, taken: TakenUp): Promise<Source> {
  const { view, task, script } = taken;
  const passive = view.rest.tasks.get(task.id);
  switch (script.purpose) {
    case 'precondition':
      return await written(scripting, taken, passive?.precondition);
    case 'failureHandler':
      return await written(scripting, taken, passive?.failureHandler);
    case 'abort':
      return passive?.abortScript?.trim()
        ? await written(scripting, taken, passive.abortScript)
        : await packaged(scripting, typeNameOf(taken), 'abortScript');
    case 'task': {
      if (task.definition.type !== 'ScriptTask') return await packaged(scripting, typeNameOf(taken), 'script');
      const { script: text = '', ignoreScriptVariableInterpolation: asIs = false } = passive?.properties ?? {};
      return await written(scripting, taken, typeof text === 'string' ? text : '', String(asIs) === 'true');
    }
  }
}

async function packaged(scripting: Scripting, name: string, which: 'script' | 'abortScript'): Promise<Source> {
  const type = await pluginTypeOf(scripting, name);
  const script = type?.[which];
  if (!type || !script) {
    throw new Unrunnable(`There is no script to run: no installed plugin has one for tasks of type '${clip(name)}'.`);
  }
  if (script.fault !== null) throw new Unrunnable(`Tasks of type '${clip(name)}' cannot run: ${script.fault}.`);
  return { language: script.language, script: script.text, packaged: true, type };
}

async function written(
  { database }: Scripting,
  { view }: TakenUp,
  text: string | null | undefined,
  asIs = false,
): Promise<Source> {
  if (text === null || text === undefined) throw new Unrunnable('There is no script to run: it was taken away.');
  const language = languageOf(text);
  const { release } = view;
  const shared = text.includes('${') && !asIs ? await visibleVariables(database, release.folderId) : new Map();
  const script = asIs ? text : scriptText(text, language, release, shared);
  return { language, script, packaged: false, type: null };
}
