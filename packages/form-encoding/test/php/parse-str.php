<?php
// Reads queries, one a line in base64, and writes what parse_str makes of each, as JSON in the encoding of the fixtures.

require __DIR__ . '/encoding.php';

ini_set('display_errors', '0');
while (($line = fgets(STDIN)) !== false) {
    error_clear_last();
    $result = [];
    parse_str(base64_decode($line), $result);
    $warned = preg_match('/max_input_vars|max_input_nesting_level/', error_get_last()['message'] ?? '', $limit);
    echo json(['value' => encoded($result), 'flat' => flattened($result)] + ($warned ? ['warning' => $limit[0]] : [])), "\n";
}
