/** Returns the namespace of an integration: its name without hyphens. */
const namespaceOf = (name: string): string => name.replaceAll('-', '');

const definitions = (namespace: string, title: string): string => `types:
  ${namespace}.Server:
    extends: configuration.HttpConnection
    label: ${JSON.stringify(`${title}: Server`)}
  ${namespace}.Run:
    extends: rel.PythonScript
    label: ${JSON.stringify(`${title}: Run`)}
    description: Starts a job, and waits for its end
    hidden-properties:
      scriptLocation: ${namespace}/Run.js
    input-properties:
      server:
        kind: ci
        referenced-type: ${namespace}.Server
        required: true
        description: The server with the job
      job:
        required: true
        description: The name of the job
    output-properties:
      status:
        required: false
        description: The result of the job
    properties:
      runId:
        category: script
        required: false
      pollFailures:
        category: script
        required: false
`;

const startScript = (namespace: string): string => `// include: shared/http.js
const path = \`/jobs/\${encodeURIComponent(job)}/runs\`;
runId = jsonOf(request(server, 'POST', path, { json: {} }), 'POST', path).id;
task.statusLine = 'Started';
task.schedule('${namespace}/Run.wait.js', 5);
`;

const waitScript = (namespace: string): string => `// include: shared/http.js
const again = { script: '${namespace}/Run.wait.js', seconds: 10 };
const run = pollJson(server, \`/runs/\${runId}\`, again);
if (run !== null) {
  if (run.state === 'running') task.schedule(again.script, again.seconds);
  else {
    status = run.state;
    print(\`\${job}: \${status}\`);
  }
}
`;

const checkScript = `// include: shared/http.js
getJson(configuration, '/version');
`;

const contract = (
  title: string,
): string => `# The part of the API of ${title.replace(/\s+/g, ' ')} that the integration uses.
server: ${JSON.stringify(title)}
authentication: { kind: basic, source: unverified }
sources:
  api: https://example.com/replace-this-by-the-address-of-the-documentation
requests:
  version:
    request: GET /version
    source: unverified
    reply: { json: { version: unverified } }
  start:
    request: POST /jobs/{job}/runs
    source: unverified
    json: {}
    reply: { status: 201, json: { id: { source: unverified, type: string } } }
  run:
    request: GET /runs/{id}
    source: unverified
    reply: { json: { state: { source: unverified, values: [running, passed, failed] } } }
`;

const testFile = (
  name: string,
  namespace: string,
): string => `import { json } from '../../test/harness/integrations/answers.ts';
import { type Case, integrationTests } from '../../test/harness/integrations/integration-tests.ts';

const login = { username: 'ci', password: 'password-of-ci' };
const integration = integrationTests('${name}', { connection: { type: '${namespace}.Server', ...login }, login });

const run: Case = {
  ...{ task: '${namespace}.Run', properties: { job: 'app' } },
  replies: { start: json({ id: 'r1' }), run: [json({ state: 'running' }), json({ state: 'passed' })] },
  changes: ['POST /jobs/app/runs {}'],
  outputs: { status: 'passed' },
};

integration.check({ version: json({ version: '1.0' }) });
integration.cases({ 'starts a job, and waits for its end': run });
integration.faults({ of: run, changes: ['start'], polls: ['run'] });
`;

const readme = (namespace: string, title: string): string => `# ${title}

Starts a job and waits for its end.

## Connection

Create a connection of the type **${title}: Server**.

## ${title}: Run

| property | meaning |
|---|---|
| \`server\` | the connection |
| \`job\` | the name of the job |

| output | meaning |
|---|---|
| \`status\` | the result of the job |

## Example

\`\`\`yaml
type: ${namespace}.Run
server: ${JSON.stringify(title)}
job: app
\`\`\`
`;

/** Returns the files of a new integration by their paths. Its test passes. */
export function skeleton(name: string, title: string): Readonly<Record<string, string>> {
  const namespace = namespaceOf(name);
  return {
    'integration.yaml': `title: ${JSON.stringify(title)}
version: 1.0.0
description: Starts a job and waits for its end.
documentation: https://example.com/
`,
    'icon.svg': `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><title>${title.replace(/[<&]/g, '')}</title><rect width="48" height="48" rx="10" fill="#475569"/><circle cx="24" cy="24" r="10" fill="none" stroke="#fff" stroke-width="3"/></svg>\n`,
    'type-definitions.yaml': definitions(namespace, title),
    [`${namespace}/Run.js`]: startScript(namespace),
    [`${namespace}/Run.wait.js`]: waitScript(namespace),
    [`${namespace}/Server.js`]: checkScript,
    'contract.yaml': contract(title),
    [`${name}.test.ts`]: testFile(name, namespace),
    'README.md': readme(namespace, title),
  };
}
