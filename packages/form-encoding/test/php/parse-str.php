<?php
// Reads queries, one a line in base64, and writes what parse_str makes of each, as JSON in the encoding of the fixtures.

function encoded($value) {
    if (!is_array($value)) {
        return mb_check($value) ? $value : ['$b64' => base64_encode($value)];
    }
    if (array_is_list($value)) {
        return array_map('encoded', $value);
    }
    $names = array_map('strval', array_keys($value));
    if (array_filter($names, 'mb_check') === $names) {
        return (object) array_map('encoded', $value);
    }
    $pairs = [];
    foreach ($value as $name => $item) {
        $pairs[] = [encoded((string) $name), encoded($item)];
    }
    return ['$pairs' => $pairs];
}

// Without the mbstring extension, which Debian packs apart.
function mb_check($text) {
    return preg_match('//u', $text) === 1;
}

function flat($value, $path, &$leaves) {
    if (!is_array($value) || $value === []) {
        if ($path !== []) {
            $leaves[] = [$path, encoded($value)];
        }
        return;
    }
    foreach ($value as $key => $item) {
        flat($item, [...$path, is_int($key) ? $key : encoded($key)], $leaves);
    }
}

ini_set('display_errors', '0');
while (($line = fgets(STDIN)) !== false) {
    error_clear_last();
    $result = [];
    parse_str(base64_decode($line), $result);
    $leaves = [];
    flat($result, [], $leaves);
    $warned = preg_match('/max_input_vars|max_input_nesting_level/', error_get_last()['message'] ?? '', $limit);
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_THROW_ON_ERROR;
    echo json_encode(['value' => encoded($result), 'flat' => $leaves] + ($warned ? ['warning' => $limit[0]] : []), $flags, 4096), "\n";
}
