/** The types that are ours, whatever prefix a client of the family gives them (decisions.md, Names). */
const own = new Set([
  'Release',
  'Phase',
  'Task',
  'GateTask',
  'ParallelGroup',
  'SequentialGroup',
  'UserInputTask',
  'CreateReleaseTask',
  'ScriptTask',
  'GroovyScriptTask',
  'ExternalScriptTask',
  'CustomScriptTask',
  'ContainerTask',
  'NotificationTask',
  'DeployitTask',
  'StringVariable',
  'PasswordStringVariable',
  'ListStringVariable',
  'SetStringVariable',
  'MapStringStringVariable',
  'BooleanVariable',
  'IntegerVariable',
  'DateVariable',
  'ReferenceVariable',
]);

/** The type as we know it: without prefix when it is ours, unchanged otherwise. */
export function readType(written: string, prefix: string): string {
  const dot = written.indexOf('.');
  if (dot < 0) return written;
  const name = written.slice(dot + 1);
  const namespace = written.slice(0, dot);
  return own.has(name) || namespace === prefix || namespace === 'rel' ? name : written;
}

/** The type as clients see it: ours with the prefix, a plugin's as it is. */
export const showType = (type: string, prefix: string): string => (type.includes('.') ? type : `${prefix}.${type}`);
