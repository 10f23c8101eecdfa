import { manifestsIn, type Resource } from '../rules/manifests.ts';

/** The packages with the models of an API group; the last one has the groups of Kubernetes itself. */
const packages: readonly (readonly [group: string, name: string])[] = [
  ['keda.sh/', '@kubernetes-models/keda'],
  ['monitoring.coreos.com/', '@kubernetes-models/prometheus-operator'],
  ['postgresql.cnpg.io/', '@kubernetes-models/cloudnative-pg'],
  ['', 'kubernetes-models'],
];

/** Returns the module of the model of a resource. Its class has the name of the kind, its type has the prefix `I`. */
function modelOf({ apiVersion, kind }: Pick<Resource, 'apiVersion' | 'kind'>): string {
  const [, name] = packages.find(([group]) => apiVersion.startsWith(group))!;
  return `${name}/${apiVersion}/${kind}`;
}

/** Returns the validation error of a resource for the model of its API version, or null. */
export async function validationError(resource: Resource): Promise<string | null> {
  const { [resource.kind]: Model } = await import(modelOf(resource));
  try {
    new Model(resource).validate();
    return null;
  } catch (error) {
    return `${resource.kind} ${resource.metadata.name}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Returns TypeScript in which each resource is a literal of its type, so that tsc reports misspelt fields. */
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
