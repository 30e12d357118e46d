/** What holds for Connect-style handlers, once more with responses that Node makes for an injected connection. */
import './without-assigned-responses.js';
import '../src/from-connect.test.js';
import './connect-express.test.js';
import './connect-packages.test.js';
