import { isDeepStrictEqual } from 'node:util';
import { readType } from '@slipway/api-schema/format';
import { parseOptionsFor } from '@slipway/application/plans';
import { looksSecret } from '@slipway/domain/configurations';
import { idCandidates } from '@slipway/domain/ids';
import { message, textOf } from '@slipway/domain/messages';
import { asJson, bareKey, isOwnSecret, type Variable } from '@slipway/domain/model';
import { containsSecret, type ExposedVariable, maskTexts, readTexts, type TextMask } from '@slipway/domain/scripts';
import { readRelease } from '@slipway/persistence/plans';
import {
  createMask,
  type ReplayLog,
  type ScriptAction,
  type ScriptRunResult,
  scriptAction,
} from '@slipway/script-protocol';
import type { ClaimedRun, ScriptContext } from '../context/context.ts';
import type { RunRequest } from '../request/request.ts';

type IsExempt = TextMask['isUnmasked'];

/**
 * Questions whose replies contain texts that users can read by REST. Values of variables, files and configurations are
 * left out, because they may be secrets.
 */
const readableQuestions =
  /"asks":"(?:release|archivedRelease|releases|releasesByTitle|task|phase|templates?|folders?|folderAt|riskProfiles?|users?|roles?)"/;

/**
 * Returns the result of a script with the secrets of the run masked in the texts of its actions. Variables and outputs
 * keep their values. The output then ends with a warning that names those with a secret.
 */
export async function maskAnswer(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  { reads }: Pick<ReplayLog, 'reads'>,
  answer: ScriptRunResult,
): Promise<ScriptRunResult> {
  const { request, type } = run;
  if (request.secrets.length === 0 || answer.error !== null) return answer;
  const { isSecret } = await parseOptionsFor(context);
  const mask = createMask(request.secrets);
  const isExempt = exemptSecrets(context.typePrefix, isSecret);
  const readTexts = textsReadBy(run, reads);
  const names = Object.entries(answer.variables)
    .filter(([name, value]) => !isDeepStrictEqual(value, request.inputs[name]) && !(type && isExempt(type.name, name)))
    .flatMap(([name, value]) => (containsSecret(value, { mask }) ? [name] : []));
  const actions: ScriptAction[] = [];
  for (const action of answer.actions) {
    const { value, exposed } = maskTexts(asJson(action), {
      mask,
      knownTexts: readTexts,
      isUnmasked: exemptContent(action, isExempt),
    });
    actions.push(scriptAction.parse(value));
    for (const exposedVariable of exposed) {
      const variableName = await exposedName(context, run, action, exposedVariable);
      if (variableName !== null) names.push(mask(variableName));
    }
  }
  return { ...answer, actions, output: withWarning(answer.output, names) };
}

function withWarning(output: string, names: readonly string[]): string {
  if (names.length === 0) return output;
  const quoted = [...new Set(names)].map((text) => message('quote.text', { text }));
  const start = output === '' || output.endsWith('\n') ? output : `${output}\n`;
  return `${start}${textOf(message('output.readableSecret', { names: quoted }))}\n`;
}

/** The texts that the script has read, in its own release and by questions. */
function textsReadBy({ request: { snapshot } }: RunRequest, reads: ReplayLog['reads']): ReadonlySet<string> {
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  const replies = Object.entries(reads).flatMap(([question, reply]) =>
    readableQuestions.test(question) ? [reply] : [],
  );
  const variables = [...releaseVariables, ...globalVariables, ...folderVariables];
  return readTexts([snapshot?.release, { variables }, ...replies]);
}

/**
 * Exempts members that are stored encrypted. A member of an unknown type counts as a secret if its name is that of one.
 */
const exemptSecrets =
  (prefix: string, isSecret: IsExempt): IsExempt =>
  (rawId, name) => {
    const type = readType(rawId, prefix);
    if (name === 'scriptUserPassword' || isOwnSecret(type, name)) return true;
    return type.includes('.') ? isSecret(type, name) : type === '' && looksSecret(name);
  };

/** Exempts the properties of a configuration, which its connection uses, and the content of a file. */
function exemptContent(action: ScriptAction, isExempt: IsExempt): IsExempt {
  const { does } = action;
  if (does === 'addConfiguration' || does === 'updateConfiguration') return (_, name) => name !== 'title';
  const isFile = does === 'attachToTask' || does === 'attachToRelease';
  return isFile ? (_, name) => name === 'text' || name === 'base64' : isExempt;
}

/** Returns the name of a variable with a visible value; null for a password variable. */
async function exposedName(
  context: ScriptContext,
  run: ClaimedRun & RunRequest,
  action: ScriptAction,
  { id, key, type }: ExposedVariable,
): Promise<string | null> {
  const variables = await variablesOf(context, run, action);
  const variable = variables.find((exposedVariable) =>
    key === null ? isNamed(exposedVariable.id, idIn(action) ?? id) : exposedVariable.key === bareKey(key),
  );
  const isPassword = (type ?? variable?.type ?? '').endsWith('PasswordStringVariable');
  return isPassword ? null : (key ?? variable?.key ?? id ?? 'a variable');
}

const idIn = (action: ScriptAction): string | null => ('variableId' in action ? action.variableId : null);

const isNamed = (id: string, rawId: string | null): boolean =>
  rawId !== null && idCandidates('Variable', rawId).includes(id.slice(id.lastIndexOf('/') + 1));

type NamedVariable = Pick<Variable, 'id' | 'key'> & { readonly type: string };

/**
 * Returns the variables that an action may change: those of the template of a new release, or those that are visible to
 * the script.
 */
async function variablesOf(
  { database }: ScriptContext,
  { request: { snapshot } }: RunRequest,
  action: ScriptAction,
): Promise<readonly NamedVariable[]> {
  if (action.does === 'startTemplate' || action.does === 'createRelease') {
    const [id] = idCandidates('Release', action.templateId);
    return (await readRelease(database, id))?.release.variables ?? [];
  }
  const { releaseVariables = [], globalVariables = [], folderVariables = [] } = snapshot ?? {};
  return [...releaseVariables, ...globalVariables, ...folderVariables];
}
