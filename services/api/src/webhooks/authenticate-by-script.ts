import { message } from '@slipway/domain/messages';
import { asJson } from '@slipway/domain/model';
import { Overloaded } from '@slipway/engine';
import {
  failureMessage,
  findImportableModules,
  languageOf,
  RunnerBusy,
  RunnerUnavailable,
  type ScriptRequest,
  type ScriptRunResult,
} from '@slipway/script-protocol';
import type { Deps } from '../dependencies/deps.ts';
import type { RefusalReason } from './authenticate.ts';
import type { Endpoint } from './endpoint.ts';
import type { ParsedRequest } from './parse-request.ts';

/** The maximum size of a body that a script receives, in bytes (compatibility.md, Scripts). */
export const maxScriptBodyBytes = 256 * 1024;

type Script = Pick<ScriptRequest, 'language' | 'script' | 'packaged' | 'modules'>;

const authenticationRoots = ['events.CustomJythonAuthentication', 'events.CustomScriptAuthentication'];

/**
 * Returns the authentication script of an endpoint: its own script, or the script of its plugin type. Returns a text
 * with the reason if there is no usable script.
 */
async function scriptOf({ authentication }: Endpoint, { plugins }: Deps): Promise<Script | string> {
  const { type, properties } = authentication;
  if (type === 'events.JythonScriptAuthentication') {
    const script = String(properties.authenticationScript);
    const language = languageOf(script);
    return { language, script, packaged: false, modules: await findImportableModules(language, script, plugins) };
  }
  const typeDefinition = (await plugins.current()).get(type);
  if (!typeDefinition?.script || !authenticationRoots.includes(typeDefinition.root))
    return `no plugin defines ${type} any more`;
  if (typeDefinition.script.fault !== null) return `the script cannot run: ${typeDefinition.script.fault}`;
  const modules = typeDefinition.modules === null ? [] : [typeDefinition.modules];
  return { language: typeDefinition.script.language, script: typeDefinition.script.text, packaged: true, modules };
}

/** Returns the inputs of an authentication script (rest-api.md, section Events; compatibility.md, Scripts). */
function inputsOf(endpoint: Endpoint, id: string, parsed: ParsedRequest): ScriptRequest['inputs'] {
  const { type, title, path, method, authentication } = endpoint;
  const { headers, parameters, payload, raw: rawBody } = parsed;
  const endpointFields = { id, type, title, path, method };
  return asJson<ScriptRequest['inputs']>({
    endpoint: { ...endpointFields, authentication: { type: authentication.type } },
    config: authentication.properties,
    headers,
    parameters,
    params: parameters,
    payload,
    content: payload,
    rawBody,
  });
}

/**
 * Authenticates a sender with a script. `id` is the full id of the endpoint. Only the result `true` accepts the sender.
 * Throws Overloaded if the script cannot run now, so that the sender retries.
 */
export async function authenticateByScript(
  deps: Deps,
  endpoint: Endpoint,
  id: string,
  parsed: ParsedRequest,
): Promise<RefusalReason> {
  const script = await scriptOf(endpoint, deps);
  if (typeof script === 'string') return script;
  if (deps.scripts === undefined) return 'there is no script runner';
  try {
    const answer = await deps.scripts.run({
      ...script,
      purpose: 'webhook',
      owner: endpoint.id,
      inputs: inputsOf(endpoint, id, parsed),
      objects: ['endpoint', 'config'],
      wanted: [],
      snapshot: null,
      secrets: [...endpoint.secrets],
    });
    return refusalReason(answer, endpoint);
  } catch (error) {
    if (error instanceof RunnerBusy) throw new Overloaded(message('runner.busy'));
    if (error instanceof RunnerUnavailable) throw new Overloaded(message('runner.silent'));
    throw error;
  }
}

function refusalReason({ error, result }: ScriptRunResult, { mask }: Endpoint): RefusalReason {
  if (error !== null) return mask.text(failureMessage(error));
  if (result === true) return null;
  if (result === false) return 'the script rejects it';
  if (result === null) return 'the script has not set authenticated';
  return 'the script has set authenticated to something else than true and false';
}
