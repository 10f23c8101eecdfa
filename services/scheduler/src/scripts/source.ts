import { scriptText } from '@slipway/domain';
import { visibleVariables } from '@slipway/persistence';
import { isTaskRoot, type PluginType } from '@slipway/plugins';
import { languageOf, type ScriptRequest } from '@slipway/scripts';
import type { Scripting, TakenUp } from './room.ts';

/** What is to be run, and the plugin's type that it is the script of. */
export interface Source extends Pick<ScriptRequest, 'language' | 'script' | 'packaged'> {
  readonly type: PluginType | null;
}

/** The type of a plugin that a task runs the script of: its own, or the one that its `pythonScript` names. */
async function pluginTypeOf({ plugins }: Scripting, { view, task }: TakenUp): Promise<PluginType | null> {
  const own = view.rest.tasks.get(task.id)?.properties.pythonScript;
  const named = typeof own === 'object' && own !== null && !Array.isArray(own) && 'type' in own ? own.type : null;
  const type = (await plugins.current()).get(typeof named === 'string' ? named : task.definition.type);
  return type !== undefined && isTaskRoot(type.root) && type.script !== null ? type : null;
}

/** The text that a task's run is about; null when there is none (any more). */
export async function sourceOf(scripting: Scripting, taken: TakenUp): Promise<Source | null> {
  const { view, task, script } = taken;
  const passive = view.rest.tasks.get(task.id);
  switch (script.purpose) {
    case 'precondition':
      return await written(scripting, taken, passive?.precondition);
    case 'failureHandler':
      return await written(scripting, taken, passive?.failureHandler);
    case 'abort':
      return await written(scripting, taken, passive?.abortScript);
    case 'task': {
      const type = await pluginTypeOf(scripting, taken);
      if (type?.script) return { language: type.script.language, script: type.script.text, packaged: true, type };
      if (task.definition.type !== 'ScriptTask') return null;
      const text = passive?.properties.script;
      const asIs = String(passive?.properties.ignoreScriptVariableInterpolation ?? '') === 'true';
      return await written(scripting, taken, typeof text === 'string' ? text : '', asIs);
    }
  }
}

async function written(
  { database }: Scripting,
  { view }: TakenUp,
  text: string | null | undefined,
  asIs = false,
): Promise<Source | null> {
  if (text === null || text === undefined) return null;
  const language = languageOf(text);
  const { release } = view;
  const shared = text.includes('${') && !asIs ? await visibleVariables(database, release.folderId) : new Map();
  const script = asIs ? text : scriptText(text, language, release, shared);
  return { language, script, packaged: false, type: null };
}
