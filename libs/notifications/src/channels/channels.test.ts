import { describe, expect, test } from 'vitest';
import { compose } from '../mail/compose.ts';
import { entryOf, messageOf, occurred, publicUrl, titled } from '../testing/messages.ts';
import { renderCloudEvent } from './cloud-event.ts';
import { oneLine } from './content.ts';
import { renderMail } from './mail.ts';
import { previewMessage } from './preview.ts';
import { renderSlack } from './slack.ts';
import { renderTeams } from './teams.ts';

const unsubscribeUrl = `${publicUrl}/unsubscribe/abc`;
const options = { to: 'ann@example.com', from: 'Slipway <slipway@acme.example>', publicUrl, unsubscribeUrl };
const hostile = titled('Shop\r\nBcc: eve@example.com', '<img src=x onerror=alert(1)> *b* [x](http://e) <!channel> &');
const many = (count: number) => Array.from({ length: count }, () => entryOf(titled('R'.repeat(250), 'T'.repeat(250))));
const template = { subject: 'S {{task.title}}', text: '*{{task.title}}*\n{{url}}' };

describe('a mail', () => {
  test('has a text, HTML, the thread of the release, and one-click unsubscribing', () => {
    const mail = renderMail(messageOf(entryOf(occurred())), options);
    expect(mail).toEqual({
      messageId: 'msg_1@acme.example',
      to: ['ann@example.com'],
      subject: 'Task failed: Deploy (Webshop 1.0)',
      text: [
        `Task failed: Deploy (Webshop 1.0)\n  Phase: Production\n  By: bea\n  ${publicUrl}/releases/Release1?task=Task1`,
        `-- \nYou receive this message because: you own the task.`,
        `Change your notifications: ${unsubscribeUrl}`,
      ].join('\n\n'),
      html: expect.stringContaining(
        `<strong><a href="${publicUrl}/releases/Release1?task=Task1">Task failed: Deploy (Webshop 1.0)</a></strong>`,
      ),
      headers: {
        'X-Slipway-Event': 'task.failed',
        'X-Slipway-Reason': 'you own the task',
        'List-Unsubscribe': `<${unsubscribeUrl}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
      references: ['release.Release1@acme.example'],
    });
    expect(() => compose(mail, options.from)).not.toThrow();
  });

  test('with hostile titles has no further header and no HTML of them', () => {
    const mail = renderMail(messageOf(entryOf(hostile)), options);
    expect(mail.subject).not.toMatch(/[\r\n]/);
    expect(mail.html).not.toMatch(/<img|<!channel/);
    expect(() => compose(mail, options.from)).not.toThrow();
  });

  test('lists 50 events and a number', () => {
    const mail = renderMail(messageOf(...many(60)), { ...options, publicUrl: null, unsubscribeUrl: null });
    expect(mail.subject).toMatch(/^60 events: R/);
    expect(mail.text).toContain('and 10 more');
    expect(mail.headers).not.toHaveProperty('List-Unsubscribe');
    expect(mail.text).not.toContain('Change your notifications');
  });

  test('of a template has its subject and text, and escapes values', () => {
    const mail = renderMail(messageOf(entryOf(hostile, template)), options);
    expect(mail.subject).toMatch(/^S <img src=x/);
    expect(mail.text).toMatch(/^\*<img src=x .*\*\nhttps:/);
    expect(mail.html).toMatch(/^<p>\*&#60;img .*<br>https:/);
    const two = messageOf(entryOf(hostile, template), entryOf(occurred({ releaseId: null, taskId: null, data: {} })));
    expect(renderMail(two, options).subject).toMatch(/^2 events: Shop Bcc/);
  });
});

describe('a long template with hostile values', () => {
  const values = titled('{{task.title}} $& '.repeat(100), '{{url}}*<!channel>\u0000\r\n_'.repeat(100));
  const long = { subject: '{{task.title}}\n', text: `{{task.title}}{{release.title}}漢"\u0001\n`.repeat(300) };

  test('is one message within the limits of each channel', () => {
    const message = messageOf(entryOf(values, long));
    const mail = renderMail(message, options);
    expect(mail.subject.length).toBeLessThanOrEqual(200);
    expect(mail.subject).not.toMatch(/\p{Cc}/u);
    expect(mail.text).not.toMatch(/[^\P{Cc}\n\t]/u);
    const [section] = JSON.parse(renderSlack(message, publicUrl)).blocks;
    expect(section.text.text.length).toBe(2_900);
    expect(section.text.text).not.toMatch(/<!|[^\P{Cc}\n]/u);
    const card = renderTeams(message, publicUrl);
    expect(Buffer.byteLength(card)).toBeLessThan(28_000);
    expect(JSON.parse(card).attachments[0].content.body[0].text.length).toBe(6_000);
  });

  test('does not expand placeholders in values', () => {
    const mail = renderMail(messageOf(entryOf(titled('R', '{{actor}} {{'), template)), options);
    expect(mail.subject).toBe('S {{actor}} {{');
    expect(mail.text).toMatch(/^\*\{\{actor\}\} \{\{\*\n/);
  });
});

describe('a preview', () => {
  const preview = (channel: 'mail' | 'slack' | 'teams', own: typeof template | null = template) =>
    previewMessage(channel, entryOf(hostile, own), { publicUrl, from: options.from });

  test('is the message of each channel', () => {
    expect(preview('mail')).toEqual({
      subject: expect.stringMatching(/^S <img/),
      text: expect.stringMatching(/^\*<img .*\*\nhttps:/),
      html: expect.stringMatching(/^<p>\*&#60;img .*<br>https:/),
    });
    const slack = preview('slack');
    expect(JSON.parse(slack.body ?? '').blocks[0].text).toEqual({ type: 'mrkdwn', text: slack.text });
    const teams = preview('teams');
    expect(JSON.parse(teams.body ?? '').attachments[0].content.body[0].text).toBe(teams.text);
  });

  test('without a template has the text of the product', () => {
    expect(preview('mail', null).subject).toMatch(/^Task failed: <img/);
    for (const channel of ['slack', 'teams'] as const)
      expect(preview(channel, null).text).toMatch(/^Task failed: <img .*\nPhase: Production\nBy: bea$/);
  });
});

describe('a message for Slack', () => {
  test('has plain text and a link', () => {
    expect(JSON.parse(renderSlack(messageOf(entryOf(occurred())), publicUrl))).toEqual({
      text: 'Task failed: Deploy (Webshop 1.0)',
      unfurl_links: false,
      blocks: [
        {
          type: 'section',
          text: {
            type: 'plain_text',
            text: 'Task failed: Deploy (Webshop 1.0)\nPhase: Production\nBy: bea',
            emoji: false,
          },
        },
        {
          type: 'actions',
          elements: [
            {
              type: 'button',
              text: { type: 'plain_text', text: 'Open task', emoji: false },
              url: `${publicUrl}/releases/Release1?task=Task1`,
              action_id: 'open',
            },
          ],
        },
      ],
    });
  });

  test('escapes the control characters of titles, and in templates also formatting', () => {
    const { text, blocks } = JSON.parse(renderSlack(messageOf(entryOf(hostile), entryOf(hostile, template)), null));
    expect(text).not.toMatch(/[<>]/);
    expect(blocks[1].text).toMatchObject({
      type: 'plain_text',
      text: expect.stringContaining('&lt;!channel&gt; &amp;'),
    });
    expect(blocks[2].text.type).toBe('mrkdwn');
    expect(blocks[2].text.text).toMatch(/^\*&lt;img src=x onerror=alert\(1\)&gt; \u200b\*b\u200b\* .* &amp;\*\n$/);
    expect(blocks).toHaveLength(3);
  });

  test('has at most 50 blocks, and a number of the other events', () => {
    const body = renderSlack(messageOf(...many(200)), publicUrl);
    expect(JSON.parse(body).blocks.length).toBeLessThanOrEqual(50);
    expect(body).toMatch(/and 1\d\d more/);
    expect(Buffer.byteLength(body)).toBeLessThan(30_001);
  });

  test('links to the start page for an event without a release', () => {
    const event = occurred({ type: 'token.expiring', releaseId: null, taskId: null, data: {} });
    expect(renderSlack(messageOf(entryOf(event)), publicUrl)).toContain(`"url":"${publicUrl}/"`);
  });
});

describe('a message for Teams', () => {
  test('is an Adaptive Card without Markdown of titles', () => {
    const { attachments, type } = JSON.parse(renderTeams(messageOf(entryOf(hostile)), publicUrl));
    expect(type).toBe('message');
    expect(attachments).toHaveLength(1);
    const [{ contentType, content }] = attachments;
    expect(contentType).toBe('application/vnd.microsoft.card.adaptive');
    expect(content).toMatchObject({ type: 'AdaptiveCard', version: '1.4' });
    expect(content.body.map((block: { type: string }) => block.type)).toEqual([
      ...['RichTextBlock', 'RichTextBlock', 'RichTextBlock'],
    ]);
    expect(content.actions).toEqual([
      { type: 'Action.OpenUrl', title: 'Open in Slipway', url: `${publicUrl}/releases/Release1?task=Task1` },
    ]);
  });

  test('escapes the values of a template', () => {
    const { content } = JSON.parse(renderTeams(messageOf(entryOf(hostile, template)), null)).attachments[0];
    expect(content.body[0].text).toMatch(/^\*\\<img .*\\\*b\\\* \\\[x\\\]\\\(http:\/\/e\\\)/);
    expect(content.actions).toEqual([]);
  });

  test('stays below 28 KB', () => {
    const body = renderTeams(messageOf(...many(200)), publicUrl);
    expect(Buffer.byteLength(body)).toBeLessThan(28_000);
    expect(body).toMatch(/and 1\d\d more/);
  });
});

describe('a CloudEvent', () => {
  const event = { publicUrl, typePrefix: 'dev.slipway', folderPath: ['Applications', 'FolderShop'] };

  test('has the form of the specification', () => {
    expect(JSON.parse(renderCloudEvent(occurred(), event))).toEqual({
      specversion: '1.0',
      id: 'Event1',
      type: 'dev.slipway.task.failed.v1',
      source: `${publicUrl}/api/v1`,
      subject: 'Applications/FolderShop/Release1',
      time: '2026-11-27T19:00:00.000Z',
      sequence: '0000000000000007',
      datacontenttype: 'application/json',
      data: { ...occurred().data, actor: 'bea', url: `${publicUrl}/releases/Release1?task=Task1` },
    });
  });

  test('of another object has no sequence', () => {
    const token = { id: 'Token1', title: 'CI\n' };
    const other = occurred({
      ...{ type: 'token.expiring', releaseId: null, taskId: null, version: null },
      data: { subject: token, reason: 'soon' },
    });
    const rendered = JSON.parse(renderCloudEvent(other, { ...event, publicUrl: null, folderPath: [] }));
    expect(rendered).toMatchObject({ subject: 'Token1', source: '/api/v1', data: { subject: { title: 'CI' } } });
    expect(rendered).not.toHaveProperty('sequence');
    const without = JSON.parse(renderCloudEvent({ ...other, data: {} }, event));
    expect(without).not.toHaveProperty('subject');
  });

  test('stays below 20 KB', () => {
    const { data, ...rest } = titled('漢'.repeat(5_000), '"'.repeat(5_000));
    const tags = Array.from({ length: 1_000 }, (_, index) => `tag ${index} ${'漢'.repeat(300)}`);
    const long = { ...rest, data: { ...data, release: { ...data.release!, tags }, reason: '漢'.repeat(50_000) } };
    const body = renderCloudEvent(long, { ...event, folderPath: Array(100).fill('x'.repeat(40)) });
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
    expect(JSON.parse(body).data.release.tags.length).toBeGreaterThan(10);
  });

  test('can have the due date of a task', () => {
    const { data, ...rest } = occurred();
    const due = { ...rest, data: { ...data, task: { ...data.task!, dueDate: 0 } } };
    expect(JSON.parse(renderCloudEvent(due, event)).data.task.dueDate).toBe('1970-01-01T00:00:00.000Z');
  });
});

test('a line is clipped between characters', () => {
  expect(oneLine(' a\u2028b\tc ')).toBe('a b c');
  expect(oneLine(`${'x'.repeat(8)}😀y`, 10)).toBe('xxxxxxxx\ufffd…');
});
