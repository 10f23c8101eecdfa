import { jarOf, manifest, synthetic } from '../../../libs/plugins/src/testing.ts';

const eventType = `<type type="chat.Message" extends="events.Event" label="Message">
    <property name="user" kind="string" required="true"/>
    <property name="topic" kind="string" default="general"/>
    <property name="text" kind="string"/>
    <property name="author" kind="ci" referenced-type="chat.Author" nested="true"/>
  </type>
  <type type="chat.Author" extends="udm.BaseConfigurationItem"><property name="name" kind="string"/></type>`;

const sourceType = (name: string, root: string) => `<type type="chat.${name}" extends="events.${root}" label="${name}">
    <property name="inputEventType" kind="string" default="events.HttpRequestEvent" required="true" hidden="true"/>
    <property name="outputEventType" kind="string" default="chat.Message" required="true" hidden="true"/>
    <property name="topics" kind="set_of_string" required="false"/>
    <property name="token" kind="string" password="true" required="false"/>
  </type>`;

/**
 * Scripts in the style of the family's manuals: the event of a GET has its values from parameters, the event of a POST
 * from the body.
 */
const python = `import json

global input
global config
global CI

def message_of(data):
    name = data['user'] if 'user' in data else None
    made = CI('chat.Message', {'user': name, 'text': data.get('text'), 'author': CI('chat.Author', {'name': name})})
    if data.has_key('topic'):
        made.topic = data['topic']
    return made

def wanted(message):
    return config.topics is None or len(config.topics) == 0 or message.topic in config.topics

is_post = str(config.eventSource.method) == 'POST'
data = json.loads(input.content) if is_post else input.parameters
output = message_of(data)
if data.get('tell') == 'token':
    output.text = 'by ' + config.token + ' of ' + str(input.headers['X-SENDER'])
if data.get('put'):
    output = {'number': 7, 'list': 'no event', 'other': CI('chat.Author')}.get(data['put'], data['put'])
    if data['put'] == 'list':
        output = ['no event']
if data.get('typo'):
    output = CI('chat.Message', {'usr': 'ann'})
if data.get('unknown'):
    output = CI('chat.Nothing')
if output is not None and data.get('put') is None and not wanted(output):
    print('ignored: ' + output.topic + ' ' + str(config.token))
    output = None
`;

const javascript = `const data = JSON.parse(input.content);
output = data.user === 'nobody' ? null : CI('chat.Message', { user: data.user + ' of ' + input.headers['X-SENDER'], text: config.title });
`;

/** A plugin with an event source in each script language. Its events are messages. */
export const packChatPlugin = (): Promise<Buffer> =>
  jarOf({
    'META-INF/MANIFEST.MF': manifest,
    'synthetic.xml': synthetic(
      `${eventType}${sourceType('Source', 'CustomJythonEventSource')}${sourceType('Plain', 'CustomScriptEventSource')}`,
    ),
    'chat/Source.py': python,
    'chat/Plain.js': javascript,
  });
