import type { StatusResponse } from '@slipway/api-schema/configurations';
import { showMessage } from '@slipway/api-schema/format';
import { isKindOf, type Properties, withSecrets } from '@slipway/domain/configurations';
import { type Message, message } from '@slipway/domain/messages';
import { Invalid, messageOf } from '@slipway/domain/model';
import { openSecrets } from '@slipway/engine';
import { secretsOf } from '@slipway/outbound-http';
import type { Configuration } from '@slipway/persistence/configurations';
import type { ResourceContext } from '../model/context.ts';
import { httpFault, type ScriptCheck, scriptFault } from './connection-check.ts';
import { loadTypeCatalog, shapeConfiguration, type TypeCatalog } from './shape-configuration.ts';

interface ConfigurationTrial {
  /** built-in types without prefix */
  readonly type: string;
  readonly properties: Properties;
  /** the stored configuration; null for one that is not saved */
  readonly stored: Configuration | null;
}

type Egress = NonNullable<ResourceContext['egress']>;
type Context = Pick<ResourceContext, 'plugins' | 'seal' | 'egress' | 'scripts'>;

const httpConnection = 'configuration.HttpConnection';
/** The maximum time to wait for the server of a connection. */
const timeoutMs = 30_000;
/** The id of an unsaved configuration. */
const unsavedId = 'Configuration/Custom/unsaved';

/** Returns whether a configuration is complete and, if its type has a check, whether the check succeeds. */
export async function configurationStatus(context: Context, trial: ConfigurationTrial): Promise<StatusResponse> {
  const types = await loadTypeCatalog(context);
  try {
    const id = trial.stored?.id ?? unsavedId;
    const shaped = shapeConfiguration({ ...trial, id, types, seal: context.seal });
    return await runCheck(context, types, trial, { ...shaped, id });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { success: false, scriptFound: false, ...showFault(messageOf(error)) };
  }
}

/** Returns the check of a configuration: the script of its type, the built-in check of HTTP connections, or null. */
async function findCheck({ plugins, scripts }: Context, egress: Egress, types: TypeCatalog, type: string) {
  const defined = (await plugins.current()).get(type);
  const isHttp = isKindOf(types.find, type, httpConnection);
  const root = defined?.root ?? '';
  const hasScriptCheck = root === 'Configuration' || isKindOf(types.find, root, httpConnection);
  if (defined !== undefined && defined.script !== null && hasScriptCheck) {
    const scripted = { ...defined, script: defined.script };
    return (check: Omit<ScriptCheck, 'type'>) => scriptFault(scripts, egress, { ...check, type: scripted });
  }
  return isHttp ? (check: Omit<ScriptCheck, 'type'>) => httpFault(egress, check) : null;
}

async function runCheck(
  context: Context,
  types: TypeCatalog,
  { type, stored }: ConfigurationTrial,
  shaped: Pick<Configuration, 'id' | 'properties' | 'secrets'>,
): Promise<StatusResponse> {
  const { egress, seal } = context;
  const checkRunner = egress === undefined ? null : await findCheck(context, egress, types, type);
  if (checkRunner === null) return { success: true, scriptFound: false };
  const opened = openSecrets(seal, shaped);
  const properties = withSecrets(shaped.properties, opened);
  const secrets = secretsOf(properties, [...opened.values()]);
  const signal = AbortSignal.timeout(timeoutMs);
  const connection = { id: shaped.id, properties };
  const fault = await checkRunner({ title: stored?.title ?? '', connection, secrets, signal }).catch(
    (error: unknown) => {
      if (signal.aborted) return message('connectionCheck.timeout', { seconds: timeoutMs / 1_000 });
      throw error;
    },
  );
  return fault === null
    ? { success: true, scriptFound: true }
    : { success: false, scriptFound: true, ...showFault(fault) };
}

function showFault(fault: Message) {
  const { sentence: errorText, ...data } = showMessage(fault);
  return { errorText, ...data };
}
