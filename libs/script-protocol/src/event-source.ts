import { z } from 'zod';
import { maxEventCharacters, type ScriptFailure, toFailure } from './event-filter.ts';
import type { Language, ModuleSet, ScriptRequest } from './protocol.ts';
import { type RunnerClient, RunnerUnavailable } from './runner-client.ts';

type Json = ScriptRequest['inputs'][string];

/** A type of a plugin, with the parts that the script of an event source needs. */
interface SourceType {
  readonly name: string;
  readonly plugin: string;
  /** the built-in type that it extends, directly or indirectly */
  readonly root: string;
  readonly modules: ModuleSet | null;
  readonly script: { readonly language: Language; readonly text: string; readonly fault: string | null } | null;
  readonly properties: readonly { readonly name: string; readonly defaultValue: unknown }[];
}

/** Not checked, because the caller writes the request as JSON. */
const runInputSchema = z.custom<Pick<ScriptRequest, 'inputs' | 'types'>>();

type Types = ReadonlyMap<string, SourceType>;

/** The input of an event source's script (script-api.md, From event to release). */
interface SourceRequest {
  /** the id of the event source */
  readonly owner: string;
  readonly type: string;
  /** in clear text */
  readonly config: Readonly<Record<string, unknown>>;
  readonly input: {
    readonly parameters: Readonly<Record<string, readonly string[]>>;
    readonly [name: string]: unknown;
  };
  readonly secrets: readonly string[];
}

type SourceResult = { readonly event: Json } | { readonly dropped: string } | ScriptFailure;

const sourceRoots = ['events.CustomJythonEventSource', 'events.CustomScriptEventSource'];

/**
 * Creates the function that converts a request to an endpoint into an event. It runs the script of the plugin that
 * defines the source. Returns an error of the script as a message, and the output if the script returns no event.
 * Throws RunnerUnavailable and RunnerBusy.
 */
export const createEventSource =
  (runner: RunnerClient | undefined, plugins: { readonly current: () => Promise<Types> }) =>
  async (sourceRequest: SourceRequest): Promise<SourceResult> => {
    const types = await plugins.current();
    const sourceType = types.get(sourceRequest.type);
    if (!sourceType?.script || !sourceRoots.includes(sourceType.root))
      return { failed: `no plugin defines ${sourceRequest.type} any more` };
    if (sourceType.script.fault !== null) return { failed: sourceType.script.fault };
    if (runner === undefined) throw new RunnerUnavailable('there is no script runner');
    const runInputs = inputsOf(sourceRequest, types, sourceType.plugin);
    if (JSON.stringify(runInputs).length > maxEventCharacters) return { failed: 'the event is too large for scripts' };
    const { error, result, output } = await runner.run({
      ...runInputSchema.parse(runInputs),
      language: sourceType.script.language,
      purpose: 'eventSource',
      owner: sourceRequest.owner,
      script: sourceType.script.text,
      packaged: true,
      modules: sourceType.modules === null ? [] : [sourceType.modules],
      objects: ['input', 'config'],
      wanted: [],
      snapshot: null,
      secrets: [...sourceRequest.secrets],
    });
    if (error !== null) return toFailure(error);
    return result === null ? { dropped: output } : toEvent(result, sourceRequest.config.outputEventType);
  };

/**
 * Returns the variables of the script, and the types that its `CI` function can create: those of its plugin without a
 * script.
 */
function inputsOf({ input, config }: SourceRequest, types: Types, plugin: string) {
  const parameters = Object.entries(input.parameters).map(([name, values]) => [
    name,
    values.length === 1 ? values[0] : values,
  ]);
  const plainTypes = [...types.values()].filter((type) => type.plugin === plugin && type.script === null);
  return {
    inputs: { input: { ...input, parameters: Object.fromEntries(parameters) }, config },
    types: Object.fromEntries(plainTypes.map(({ name, properties }) => [name, defaultsOf(properties)])),
  };
}

const defaultsOf = (properties: SourceType['properties']) =>
  Object.fromEntries(properties.map(({ name, defaultValue }) => [name, defaultValue]));

/** Returns the result of a script, if it is an event of the declared type. */
function toEvent(event: Json, expected: unknown): SourceResult {
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return { failed: 'the script has set output to what is no event: expected what CI() makes, or a dict' };
  }
  const { type } = event;
  if (typeof expected !== 'string' || type === undefined || type === expected) return { event };
  return { failed: `the script has put out ${String(type).slice(0, 200)}, and not ${expected}` };
}
