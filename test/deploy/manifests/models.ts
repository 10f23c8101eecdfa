import { manifestsIn, type Resource } from '../rules/manifests.ts';

/** Which package has the models of an API group; those of Kubernetes itself have all others. */
const packages: readonly (readonly [group: string, name: string])[] = [
  ['keda.sh/', '@kubernetes-models/keda'],
  ['monitoring.coreos.com/', '@kubernetes-models/prometheus-operator'],
  ['postgresql.cnpg.io/', '@kubernetes-models/cloudnative-pg'],
  ['', 'kubernetes-models'],
];

/** The module with the model of a resource: its class is named for the kind, its type has an `I` before that. */
function modelOf({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): string {
  const [, name] = packages.find(([group]) => apiVersion.startsWith(group))!;
  return `${name}/${apiVersion}/${kind}`;
}

/** What is wrong with a resource by the model of its API version; null where nothing is. */
export async function validationError(resource: Resource): Promise<string | null> {
  const { [resource.kind]: Model } = await import(modelOf(resource));
  try {
    new Model(resource).validate();
    return null;
  } catch (error) {
    return `${resource.kind} ${resource.metadata.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** The resources of a text as TypeScript in which each is a literal of its type: no field may be misspelt. */
export function toTypeScript(text: string): string {
  const resources = manifestsIn(text);
  const models = [...new Map(resources.map((manifest) => [modelOf(manifest), manifest.kind])).entries()];
  const names = new Map(models.map(([model, kind], index) => [model, `I${kind}${index}`]));
  return [
    ...models.map(([model, kind]) => `import type { I${kind} as ${names.get(model)} } from '${model}';`),
    ...resources.map(
      (manifest, index) => `export const r${index}: ${names.get(modelOf(manifest))} = ${JSON.stringify(manifest)};`,
    ),
  ].join('\n');
}
