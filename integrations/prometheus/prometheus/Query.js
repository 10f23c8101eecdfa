// include: prometheus/client.js
const samples = samplesOf(getJson(server, queryPath(), withToken(server)));
value = samples[0]?.text ?? null;
result = Object.fromEntries(samples.map(({ labels, text }) => [labels, text]));
count = samples.length;
print(`Found ${count} series`);
