import { manifest, synthetic } from '../../../libs/plugins/src/testing.ts';

const types = `
  <type type="forge.Server" extends="configuration.HttpConnection"><property name="latest"/></type>
  <type type="forge.Push" extends="family.ReleaseTrigger" label="Push" description="When something is pushed">
    <property name="server" kind="ci" referenced-type="forge.Server"/>
    <property name="branch" default="main"/>
    <property name="token" password="true" required="false"/>
    <property name="title"/>
    <property name="commit" category="variables" required="false"/>
    <property name="authors" category="variables" kind="list_of_string" required="false"/>
  </type>
  <type type="forge.Tag" extends="forge.Push"><property name="scriptLocation" default="forge/tag.js" hidden="true"/></type>
  <type type="forge.Lost" extends="forge.Push"/>`;
const push = `
if server.latest == 'down':
    print 'first line'
    print 'no answer, asked with', token, server['password']
    sys.exit(1)
commit = '%s of %s' % (server.latest, branch)
authors = [title, token]
triggerState = server.latest
`;
/** A plugin with trigger types. Their scripts read the property `latest` of their server; one type has no script. */
export const forgePlugin = {
  'META-INF/MANIFEST.MF': manifest,
  'synthetic.xml': synthetic(types),
  'forge/Push.py': push,
  'forge/tag.js': 'commit = triggerState + "+"; triggerState = server.latest;',
};
