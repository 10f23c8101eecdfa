/** A small document, which creates a template. Its texts are data, so they are not translated. */
export const exampleDocument = `apiVersion: xl-release/v1
kind: Templates
spec:
- template: Example deployment
  description: Builds, approves and deploys a version.
  variables:
  - key: version
    type: rel.StringVariable
    label: Version
  phases:
  - phase: Build
    tasks:
    - name: Build \${version}
      type: rel.Task
  - phase: Production
    tasks:
    - name: Approve \${version}
      type: rel.Task
    - name: Deploy \${version}
      type: rel.Task
`;
