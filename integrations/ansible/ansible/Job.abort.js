// include: ansible/client.js
if (job) {
  request(tower(), 'POST', `/api/v2/${jobKind}/${job}/cancel/`, withLogin({ accept: [404, 405] }));
  print(`Canceled the job ${job}`);
}
