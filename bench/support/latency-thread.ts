import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Requests a URL twenty times a second, in its own thread so that the benchmark does not delay it. Ends with the first message, and sends
 * the response times in milliseconds.
 */
const url = String(workerData);
const times: number[] = [];
let isEnded = false;
parentPort?.once('message', () => {
  isEnded = true;
});
while (!isEnded) {
  const began = performance.now();
  await (await fetch(url)).text();
  times.push(performance.now() - began);
  await setTimeout(50);
}
parentPort?.postMessage(times);
